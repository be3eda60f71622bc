// A zip archive of a folder, the same bytes every time for the same files.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

const DAY = 0x5021; // 1 January 2020, as archives write it

const CRC = Array.from({ length: 256 }, (_, n) => {
  let sum = n;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum >>> 0;
});

/** The checksum that archives carry. @param {Buffer} bytes */
function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = CRC[(sum ^ byte) & 0xff] ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** @param {string} folder @param {string} [under] @returns {string[]} */
function files(folder, under = "") {
  return readdirSync(join(folder, under), { withFileTypes: true })
    .flatMap((entry) => {
      const name = under ? `${under}/${entry.name}` : entry.name;
      return entry.isDirectory() ? files(folder, name) : [name];
    })
    .sort();
}

/** @param {string} folder @param {string} target a file name; if it lies in the folder, it must not be there yet */
export function zip(folder, target) {
  const locals = [];
  const centrals = [];
  let at = 0;
  const names = files(folder);
  for (const name of names) {
    const raw = readFileSync(join(folder, name));
    const packed = deflateRawSync(raw, { level: 9 });
    const title = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0); // version needed
    facts.writeUInt16LE(0x0800, 2); // names are UTF-8
    facts.writeUInt16LE(8, 4); // deflate
    facts.writeUInt16LE(0, 6);
    facts.writeUInt16LE(DAY, 8);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(raw.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), facts, title, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((0o100644 << 16) >>> 0, 6); // permissions
    rest.writeUInt32LE(at, 10);
    centrals.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), facts, rest, title]));
    locals.push(local);
    at += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  writeFileSync(target, Buffer.concat([...locals, central, Buffer.from("PK\x05\x06"), end]));
}

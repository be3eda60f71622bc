// The official JavaScript client at work: node client.mjs ADDRESS INVITE; prints what it got as one line of JSON.
import { io } from "socket.io-client";

const [address, invite] = process.argv.slice(2);
const options = { transports: ["websocket"], reconnection: false, forceNew: true };

const refused = await new Promise((resolve, reject) => {
  const socket = io(address, { ...options, auth: { token: "x".repeat(43), lang: "it" } });
  socket.on("connect", () => reject(new Error("let in")));
  socket.on("connect_error", (error) => resolve({ message: error.message, ...error.data }));
});

const socket = io(address, { ...options, auth: { token: invite, lang: "it", via: "foundry" } });
const news = [];
socket.on("news", (item) => news.push(item));
await new Promise((resolve, reject) => {
  socket.on("connect", resolve);
  socket.on("connect_error", reject);
});
const ask = (message) => socket.timeout(5000).emitWithAck("desk", { lang: "it", ...message });

const joined = await ask({ type: "join", name: "Giulia", request_id: "js-join" });
const who = `js-${joined.person.id}`;
await ask({ type: "import", id: who, ruleset: "toy", name: "Pat", request_id: "js-import" });
const start = { type: "start", ruleset: "toy", verb: "hit", args: { on: who, amount: 1 }, request_id: "js-hit" };
const roll = await ask(start);
const again = await ask(start);
const wrong = await ask({ type: "nonsense" });
const event = await socket.timeout(5000).emitWithAck("roll", {});
const beat = await new Promise((resolve) => socket.once("heartbeat", resolve));
socket.disconnect();

const back = io(address, { ...options, auth: { token: joined.token } });
await new Promise((resolve) => back.on("connect", resolve));
const log = await back.timeout(5000).emitWithAck("desk", { type: "log", since: roll.head - 1 });
back.disconnect();

console.log(JSON.stringify({ refused, joined, roll, again, wrong, event, beat, news, log }));

// Begins everything: defines the elements, keeps one desk across instant navigation, and looks after the offline copy.

import { Added } from "./added.js";
import { Connection } from "./connection.js";
import { changes, currentDesk, ROOT } from "./current.js";
import { language } from "./words.js";
import { lookAfterOffline } from "./offline.js";
import { ExplorerElement } from "./explorer.js";
import { PictureElement } from "./picture.js";
import { ProcedureElement } from "./procedure.js";
import { Roller } from "./roller.js";
import { SheetElement } from "./sheet.js";
import { VerifyElement } from "./verify.js";

const connection = new Connection();

/** What each new page needs, at the first load and after every instant navigation. */
function dressPage() {
  const header = document.querySelector(".md-container");
  if (header && !connection.element.isConnected) header.prepend(connection.element);
  // the header outlives instant navigation: its link to the other language has to follow
  for (const link of document.querySelectorAll("a.bs-language")) {
    const path = location.pathname.slice(ROOT.pathname.length);
    const other = link.getAttribute("hreflang");
    link.setAttribute("href", new URL(other === "en" ? path.replace(/^it\//, "") : `${other}/${path}`, ROOT).href);
  }
  for (const table of document.querySelectorAll("tr[data-row]")) table.classList.toggle("bs-target", `#${table.id}` === location.hash);
}

/** A button on a card leads to the procedure's own page, with what is known filled in. */
document.addEventListener("bonesetter-offer", (event) => {
  const { ruleset, verb, args } = /** @type {CustomEvent<import("./types").Offer>} */ (event).detail;
  const lang = language(null);
  const page = new URL(`${lang === "en" ? "" : `${lang}/`}${ruleset}/rules/${verb}/`, ROOT);
  page.hash = `args=${encodeURIComponent(JSON.stringify(args))}`;
  location.href = page.href;
});

customElements.define("bonesetter-roller", Roller);
customElements.define("bonesetter-procedure", ProcedureElement);
customElements.define("bonesetter-sheet", SheetElement);
customElements.define("bonesetter-added", Added);
customElements.define("bonesetter-explorer", ExplorerElement);
customElements.define("bonesetter-picture", PictureElement);
customElements.define("bonesetter-verify", VerifyElement);

// another desk: every widget begins anew on it
changes.addEventListener("desk", () => {
  for (const element of document.querySelectorAll("bonesetter-roller, bonesetter-procedure, bonesetter-sheet, bonesetter-added, bonesetter-picture, bonesetter-explorer, bonesetter-verify")) {
    const place = element.nextSibling;
    const parent = element.parentNode;
    element.remove();
    parent?.insertBefore(element, place);
  }
});

const stream = /** @type {any} */ (window).document$;
if (stream?.subscribe) stream.subscribe(dressPage);
else dressPage();

void connection.open();
void lookAfterOffline(connection, () => language(null));

// for whoever looks at the page with its console open, and for tests
Object.assign(window, { bonesetter: { desk: currentDesk } });

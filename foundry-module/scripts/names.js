// Names by which the parts of the module, Foundry and other modules know us. Never translated, never changed.

export const ID = "bonesetter";

/** The module's own channel between Foundry's clients. */
export const CHANNEL = /** @type {const} */ ("module.bonesetter");

/** The status that every open wound carries, so that its picture is on the token. */
export const STATUS = "bonesetter-wound";

export const ICON = "modules/bonesetter/icons/wound.svg";

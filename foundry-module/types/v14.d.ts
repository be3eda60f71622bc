// Names of Foundry's generation 14 that npm's types (which end at 13) don't have. Each cites the API page it is from.

/** https://foundryvtt.com/api/v14/interfaces/foundry.ContextMenuEntry.html */
export interface V14ContextMenuEntry {
  label: string;
  icon?: string;
  group?: string;
  classes?: string;
  /** https://foundryvtt.com/api/v14/types/foundry.ContextMenuCondition.html */
  visible?: boolean | ((target: HTMLElement) => boolean);
  onClick?: (event: PointerEvent, target: HTMLElement) => void;
}

/** https://foundryvtt.com/api/v14/variables/CONFIG.statusEffects.html and
 * https://foundryvtt.com/api/v14/interfaces/CONFIG._StatusEffectConfig.html */
export interface V14StatusEffects {
  [id: string]: { id: string; name: string; img: string; order?: number; hud?: boolean | { actorTypes?: string[] } };
}

/** https://foundryvtt.com/api/v14/interfaces/foundry.documents.types.ActiveEffectData.html; the values are those of
 * https://foundryvtt.com/api/variables/CONST.ACTIVE_EFFECT_SHOW_ICON.html */
export interface V14EffectData {
  showIcon?: 0 | 1 | 2;
}

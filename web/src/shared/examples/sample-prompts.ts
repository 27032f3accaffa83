/** Example prompts. They are in English, which all models understand. The sample video shows the first. */
export const BOAT_AT_DAWN =
  'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank';
export const RAIN_OVER_TEA_GARDEN = 'First rain over a tea garden in Jorhat, leaves shining, a drone rises slowly';
export const LOOM_AT_NIGHT = 'Hands at a loom by lamplight, golden muga silk, close, the shuttle flies left to right';

/**
 * The rooms of these folders, lowest level first. A room imports only itself and rooms of lower levels. The linter reports an import that
 * does not point down (boundaries.mjs), and `npm run verify -- cost` counts them.
 */
const LEVELS = {
  services: [['contracts'], ['platform'], ['engines', 'media'], ['auth', 'billing', 'generation', 'worker', 'gateway']],
  'services/auth/src': [['records'], ['trust'], ['identity'], ['notices'], ['operators']],
  /** A job passes them from `requests` to `settlement`. */
  'services/generation/src': [['settlement'], ['tracking'], ['submissions'], ['dispatch'], ['requests']],
  'web/src': [['lib'], ['shared'], ['features/*'], ['app']],
};

/** Matches the paths in a folder; `*` in its pattern stands for one name. */
export const regexOf = (pattern) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}(?=/|$)`);

/** The lower rooms of each room. */
export const LOWER = Object.fromEntries(
  Object.entries(LEVELS).flatMap(([parent, levels]) => {
    const paths = levels.map((rooms) => rooms.map((room) => `${parent}/${room}`));
    return paths.flatMap((rooms, level) => rooms.map((room) => [room, paths.slice(0, level).flat()]));
  }),
);

const ROOMS = Object.entries(LEVELS).map(([parent, levels]) =>
  levels.flat().map((room) => ({ room: `${parent}/${room}`, regex: regexOf(`${parent}/${room}`) })),
);

/** True if a file imports a file of a room of the same or a higher level. */
export function isUpward(from, to) {
  return ROOMS.some((rooms) => {
    const [a, b] = [from, to].map((file) => rooms.find(({ regex }) => regex.test(file)));
    return a && b && a.regex.exec(from)[0] !== b.regex.exec(to)[0] && !LOWER[a.room].includes(b.room);
  });
}

/** In code points, see `characterCount`. In its own file, because the first page that browsers load needs no other limit. */
export const MAX_PROMPT_CHARACTERS = 2_000;

/** The gateway replaces it with the address of the poster. */
export const POSTER_PLACEHOLDER = '__LUIT_POSTER__';

/** Whether videos may play by themselves: the user prefers neither reduced motion nor data saving. */
export function allowsMotion(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && window.matchMedia('(prefers-reduced-motion: no-preference)').matches;
}

/** How a video looks when its prompt contains these words. */
const STYLES: [RegExp, string[]][] = [
  [/cinematic/i, ['eq=contrast=1.25:saturation=0.85', 'drawbox=h=ih/9:t=fill', 'drawbox=y=ih-ih/9:h=ih/9:t=fill']],
  [/documentary/i, ['eq=saturation=0.5:brightness=0.04']],
  [/watercolor/i, ['boxblur=8', 'eq=saturation=1.6:brightness=0.12']],
  [/clay animation/i, ["lutyuv=y='floor(val/40)*40'", 'eq=saturation=1.4']],
  [/black and white/i, ['hue=s=0', 'eq=contrast=1.2']],
  [/golden hour/i, ['colorbalance=rm=0.3:gm=0.08:bm=-0.35']],
];

/** The filters of all styles that the prompt names. */
export function styleFilters(prompt: string): string[] {
  return STYLES.flatMap(([words, filters]) => (words.test(prompt) ? filters : []));
}

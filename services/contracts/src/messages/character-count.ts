/** The length of a text as it counts toward limits: in code points, so an emoji is one. */
export const characterCount = (text: string): number => [...text].length;

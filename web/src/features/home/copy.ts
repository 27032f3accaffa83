export const homeCopy = {
  title: 'AI video from a sentence',
  headline: 'Say it. Watch it.',
  lead: 'Write one sentence and Luit films it: a short, finished video in minutes, at a price you see before you press the button.',
  start: 'Make a video',
  pricing: 'See pricing',
  exampleLabel: 'Example prompt',
  example: 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank',
  featuresTitle: 'Four reasons it feels different',
  videoTitle: 'From a line of text to an MP4 that is yours',
  videoText:
    'Choose 5 or 10 seconds, 480p or 720p. Follow every step while it renders, close the page if you like, and come back to a finished video. Should it fail, your credits are back at once.',
  videoAction: 'Open Prompt to Video',
  payOnce: 'Pay once for this video',
  facts: [
    { name: 'A standard 5-second video', value: '18 credits' },
    { name: 'Ready, typically', value: '1-5 minutes' },
    { name: 'Credits you bought expire', value: 'Never' },
  ],
} as const;

export const FEATURES = [
  {
    id: 'restore',
    title: 'Restore old images',
    text: 'Scratches, blur and faded faces: bring the family album back, up to ultra quality.',
  },
  { id: 'photo', title: 'Photo to video', text: 'Give a still a single line of direction and see it move.' },
  { id: 'fast', title: 'Fast', text: 'Most work is done within 1-5 minutes, and you are told the moment it is.' },
  {
    id: 'price',
    title: 'Flexible, pay as you go',
    text: 'Packs from ₹99, no subscription. Credits are held, and spent only on a finished video.',
  },
] as const;

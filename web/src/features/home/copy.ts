export const homeCopy = {
  headline: 'Say it. Watch it.',
  lead: 'Write one sentence and Luit films it: a short, finished video in minutes, at a price you see before you press the button.',
  promptLabel: 'What do you want to see?',
  promptPlaceholder: 'Who, where, what moves, what light',
  start: 'Make a video',
  assurance: '18 credits for a standard 5-second video. Your credits are back if it fails.',
  exampleLabel: 'Example prompt',
  examplesLabel: 'Or begin with one of these',
  example: 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank',
  filmTitle: 'One sentence in, one film out',
  filmLabel: 'Sample film: a country boat on the Brahmaputra at dawn, the camera slowly coming closer',
  filmTag: 'Sample',
  filmCaption: 'A sample drawn by Luit’s own sandbox, without a model or a sound. Yours is made from your sentence.',
  filmCaptions: 'English',
  filmUse: 'Use this prompt',
  featuresTitle: 'Four reasons it feels different',
  videoTitle: 'From a line of text to an MP4 that is yours',
  videoText:
    'Choose 5 or 10 seconds, 480p or 720p. Follow every step while it renders, close the page if you like, and come back to a finished video. Should it fail, your credits are back at once.',
  videoAction: 'Open Prompt to Video',
  payOnce: 'Pay for one video, no account',
  facts: [
    { name: 'A standard 5-second video', value: '18 credits' },
    { name: 'Ready, typically', value: '1-5 minutes' },
    { name: 'Credits you bought expire', value: 'Never' },
  ],
} as const;

/** Short names of prompts that fill the box. */
export const EXAMPLES = [
  { name: 'Boat at dawn', prompt: homeCopy.example },
  {
    name: 'Tea garden, first rain',
    prompt: 'First rain over a tea garden in Jorhat, leaves shining, a drone rises slowly',
  },
  {
    name: 'Loom at night',
    prompt: 'Hands at a loom by lamplight, golden accent silk, close, the shuttle flies left to right',
  },
] as const;

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

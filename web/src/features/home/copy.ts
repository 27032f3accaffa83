export const homeCopy = {
  headline: 'Say it. Watch it.',
  lead: 'Describe a scene in one sentence and Luit turns it into a short video within minutes. You see the price before you start.',
  promptLabel: 'What do you want to see?',
  promptPlaceholder: 'Describe the subject, setting, movement and light',
  start: 'Make a video',
  assurance: '18 credits for a standard 5-second video. If it fails, your credits are returned automatically.',
  exampleLabel: 'Example prompt',
  examplesLabel: 'Or start with an example',
  example: 'A country boat crosses the Brahmaputra at dawn, mist on the water, slow camera from the bank',
  sampleTitle: 'One sentence in, one video out',
  sampleLabel: 'Sample video: a country boat on the Brahmaputra at dawn as the camera slowly moves closer',
  sampleTag: 'Sample',
  sampleCaption: 'A silent sample drawn without an AI model. Your video is generated from your own prompt.',
  sampleCaptions: 'English',
  sampleUse: 'Use this prompt',
  galleryTitle: 'Ideas to start from',
  featuresTitle: 'Why Luit',
  videoTitle: 'From your prompt to a finished MP4',
  videoText:
    'Choose 5 or 10 seconds at 480p or 720p. Follow the progress live, or close the page and come back later. If the video fails, your credits are returned automatically.',
  videoAction: 'Open Prompt to Video',
  payOnce: 'Pay once for this video',
  facts: [
    { name: 'Standard 5-second video', value: '18 credits' },
    { name: 'Typical processing time', value: '1-5 minutes' },
    { name: 'Expiry of purchased credits', value: 'Never' },
  ],
} as const;

/** Example prompts with short names. */
export const EXAMPLES = [
  { name: 'Boat at dawn', prompt: homeCopy.example },
  {
    name: 'Tea garden in the rain',
    prompt: 'First rain over a tea garden in Jorhat, leaves shining, a drone rises slowly',
  },
  {
    name: 'Loom at night',
    prompt: 'Hands at a loom by lamplight, golden muga silk, close, the shuttle flies left to right',
  },
] as const;

export const FEATURES = [
  {
    id: 'restore',
    title: 'Restore old images',
    text: 'Repair scratches, blur and faded faces in family photos, at up to four times the original size.',
  },
  {
    id: 'photo',
    title: 'Photo to video',
    text: 'Upload a photo, describe the movement you want, and get a short video.',
  },
  {
    id: 'fast',
    title: 'Fast',
    text: 'Most videos and photos are ready within 1-5 minutes. We notify you when yours is done.',
  },
  {
    id: 'price',
    title: 'Flexible pay-as-you-go pricing',
    text: 'Packs start at ₹99, with no subscription. You spend credits only on jobs that succeed.',
  },
] as const;

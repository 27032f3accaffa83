export const aboutCopy = {
  heading: 'AI video and photo restoration, made in Assam',
  paragraphs: [
    'Luit makes short videos from a prompt or a photo, and restores old pictures. It’s for creators, businesses and individuals.',
    'You buy credits in rupees, see what a job costs before it starts, and get your credits back automatically if it fails. Most operations finish within 1-5 minutes.',
    'You keep ownership of what you upload, and you may use what you generate commercially.',
    'Luit is what people in Assam call the Brahmaputra, the river in the picture above.',
  ],
  pricing: 'See pricing',
  facts: [
    { name: 'Based in', value: 'Assam, India' },
    { name: 'Founded', value: '2025' },
    { name: 'Input', value: 'Prompts, JPEG, PNG, WebP' },
    { name: 'Video output', value: 'MP4' },
    { name: 'Age', value: '18 or older, or with parental consent' },
  ],
  principlesTitle: 'What you can expect from us',
  principles: [
    {
      title: 'Upfront prices',
      text: 'You see the price of every job in credits before you start it.',
    },
    {
      title: 'No charge for failures',
      text: 'We hold credits while a job runs and return them automatically if it fails.',
    },
    {
      title: 'Your content stays yours',
      text: 'We don’t train models on your images or prompts. Delete your account to erase them.',
    },
    {
      title: 'Labeled as AI',
      text: 'Every result is marked as AI-generated in its metadata, as Indian law requires.',
    },
  ],
} as const;

export const aboutCopy = {
  heading: 'Named after a river that never stands still.',
  paragraphs: [
    'In Assam the Brahmaputra is called Luit. It splits into a hundred channels and finds itself again before the next bend. That is how we like to work: many jobs at once, none of them lost.',
    'Luit makes short videos from a prompt, sets photographs in motion and restores old ones, for creators, businesses and anybody with a picture in mind. You buy credits in rupees, see what a job costs before it starts, and get the credits back when it fails. Most work is finished within 1-5 minutes.',
    'What you upload stays yours. What you make you may use commercially.',
  ],
  pricing: 'See pricing',
  facts: [
    { name: 'Based in', value: 'Assam, India' },
    { name: 'Founded', value: '2025' },
    { name: 'Takes', value: 'Prompts, JPEG, PNG, WebP' },
    { name: 'Gives', value: 'MP4' },
    { name: 'For', value: '18 and older, or with parental consent' },
  ],
  principlesTitle: 'What we hold ourselves to',
  principles: [
    {
      title: 'The price first',
      text: 'Each job says what it costs before you start it, in credits that cost the same tomorrow.',
    },
    {
      title: 'No success, no charge',
      text: 'Credits are held while a job runs, and go back by themselves when it fails.',
    },
    {
      title: 'Yours, and only yours',
      text: 'Your pictures and prompts train nobody’s model. Delete your account, and they are gone.',
    },
    { title: 'Marked as made', text: 'Every result says in its metadata that it is AI-generated, as Indian law asks.' },
  ],
} as const;

import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/disclaimer',
  title: 'Disclaimer',
  lead: 'What to know about AI-generated videos and images.',
  sections: [
    {
      title: 'Generated content',
      body: [
        'AI models make videos and images from your prompt or picture. The results may be inaccurate or odd, or may resemble existing work. They do not show real events, and a restored photo is a plausible reconstruction, not a record of the past.',
      ],
    },
    {
      title: 'Labels',
      body: [
        'Every file made with Luit carries metadata that marks it as synthetically generated, and it may carry a visible label. The Information Technology Rules, 2021, prohibit removing these marks. If you publish a file that people could mistake for real, you must state that it is AI-generated.',
      ],
    },
    {
      title: 'Your responsibility',
      body: [
        'You decide what to make and where to show it. Before you rely on a result, check its facts, whether people in it can be recognized, and the rights of others. Generated content is not legal, medical or financial advice.',
      ],
    },
    {
      title: 'Rights in generated content',
      body: [
        'We claim no ownership of what you make, and you may use it commercially. Whether generated content is protected by copyright is not settled everywhere, and other people may receive similar results from similar prompts.',
      ],
    },
    {
      title: 'Processing times',
      body: [
        'Most operations finish within 1-5 minutes. The page of a job in progress may say that 10-15 seconds are expected, and packs list processing times of 24h, 12h and 6h. The 1-5 minutes are typical; the pack times are the longest we aim for. Times shown while a job runs are estimates.',
      ],
    },
    {
      title: 'Samples',
      body: [
        'The videos on the home page and in the order preview are labeled as samples. They show length and resolution, not what a model will make of your prompt.',
      ],
    },
    {
      title: 'Third-party services',
      body: [
        'Third parties run the models and process payments. We choose them with care but are not responsible for everything they do. We do not control the sites we link to.',
      ],
    },
    {
      title: 'No warranty',
      body: [
        'We provide the service as is and as available. The Terms of Service state our liability. Nothing here limits the rights that the law gives you as a consumer.',
      ],
    },
  ],
};

import { GRIEVANCE_OFFICER, SUPPORT_ADDRESS } from '../company';
import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/terms',
  title: 'Terms of Service',
  lead: 'What you can expect of us, and what we ask of you.',
  sections: [
    {
      title: 'About these terms',
      body: [
        'Luit is a web application that sells prepaid credits and spends them on AI-generated short videos and on the restoration of photographs. It serves creators, businesses and individuals. Luit is based in Assam, India, and was founded in 2025.',
        'By opening an account, paying for a video or using the service you agree to these terms, to our Privacy Policy and to our Refund Policy. They are an electronic record under the Information Technology Act, 2000, and need no signature.',
      ],
    },
    {
      title: 'Who may use Luit',
      body: [
        'You must be 18 or older, or have the consent of a parent or guardian, who then accepts these terms for you and answers for what you do here.',
        'Whoever uses Luit for a business confirms that they may bind that business.',
      ],
    },
    {
      title: 'Your account',
      body: [
        'You sign up with your name, an email address and a password, and confirm the address. Keep your password to yourself; what is done with your account counts as done by you until you tell us otherwise.',
        'You can see and end the sessions of your devices, take a copy of your data and delete your account on your dashboard at any time.',
        'One video can also be paid for without an account. The link we give you then opens that order for 30 days, for whoever has it.',
      ],
    },
    {
      title: 'Credits and prices',
      body: [
        'Credits are prepaid in Indian rupees and consumed by usage. All prices include the taxes that apply. They are not money: they earn no interest, cannot be transferred to others, and are exchanged for rupees only as the Refund Policy says.',
        'The price of each job is shown before you start it, held while it runs, and taken only when it succeeds. When a job fails, its credits come back automatically.',
        'Purchased credits do not expire. Free trial credits may, on the date stated when they are given. Credits that end soonest are spent first.',
        'Payments are taken by Razorpay, an authorised payment aggregator, in its own checkout. We never see or keep your card number; nothing is charged again without your doing. For each payment you find a receipt or, where we are registered for GST, a tax invoice in your Credit Vault.',
      ],
    },
    {
      title: 'What belongs to you',
      body: [
        'You keep ownership of everything you upload. What you generate you may use as you like, also commercially, as far as the law gives anybody rights in it.',
        'You need the right to use what you upload: your own pictures, or pictures whose owner agreed, and whose recognisable people agreed.',
        'So that we can do our work you allow us to store, process and transmit your prompts, uploads and results for as long as they are in your library, and to hand them to the model providers that carry out your jobs. We do not train models with them, and we show them to nobody else.',
      ],
    },
    {
      title: 'Files and formats',
      body: [
        'Luit takes JPEG, PNG and WebP images of up to 10 MB. Videos come as MP4, restored photographs as PNG or JPEG.',
      ],
    },
    {
      title: 'What is not allowed',
      body: [
        'In keeping with Rule 3(1)(b) of the Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021, you may not make, upload or share anything that',
        [
          'belongs to somebody else and that you have no right to, or infringes a patent, trademark, copyright or other right;',
          'is obscene, pornographic or paedophilic, harms children, or invades another’s privacy, including bodily privacy;',
          'insults or harasses on the basis of gender, is racially or ethnically objectionable, or promotes hatred or violence;',
          'shows a real person, their face, voice or likeness, in a way that deceives or without their consent where consent is needed;',
          'misleads about its origin, or knowingly spreads what is false or misleading as fact;',
          'impersonates another person, or threatens the unity, integrity, defence, security or sovereignty of India, friendly relations with other states, or public order;',
          'encourages or relates to gambling or money laundering, or breaks any other law in force.',
        ],
        'Nor may you attack, overload, scrape or resell the service without our written agreement, go around its limits or its safety checks, or use it with a stolen card or another’s account.',
        'Prompts and images are checked before and by the providers. We may refuse a job, remove content and suspend or end an account that breaks these rules; where the law asks, we report it and keep the records it names. The credits of a refused job are returned.',
      ],
    },
    {
      title: 'Synthetic media and labels',
      body: [
        'Everything Luit makes is synthetically generated information. Each file carries a permanent marker in its metadata that says so, and may carry a visible label in the picture.',
        'You may not remove, hide or falsify these markers and labels. Where you publish what you made, and people could take it for real, you say clearly that it is AI-generated; where a platform asks whether your upload is synthetic, you answer truthfully.',
      ],
    },
    {
      title: 'Availability',
      body: [
        'Most operations finish within 1-5 minutes. That is what we see, not a guarantee; the times shown while a job runs are estimates from the latest ones.',
        'We may change, interrupt or end parts of the service. If we end it altogether, we announce it 30 days ahead where we can, and refund unused purchased credits.',
      ],
    },
    {
      title: 'What we answer for',
      body: [
        'The service is provided as it is. Results of AI models may be wrong or unlike what you had in mind; see the Disclaimer.',
        'As far as the law allows, our liability for a claim is limited to what you paid us in the 12 months before it, and does not reach indirect loss, lost profit or lost data. Nothing here limits liability that cannot be limited, or your rights under the Consumer Protection Act, 2019.',
        'If a third party claims something from us because of what you uploaded, made or published against these terms, you make that good.',
      ],
    },
    {
      title: 'Ending',
      body: [
        'You may delete your account on your dashboard whenever you like. Work under way is cancelled, unused credits bought in the last 30 days are refunded if you wish, and your files and personal data are erased.',
        'We may suspend or end an account that breaks these terms. Where no law was broken, unused purchased credits are then refunded.',
      ],
    },
    {
      title: 'Grievances',
      body: [
        `${GRIEVANCE_OFFICER.role} under the Information Technology Rules, 2021, and the Consumer Protection (E-Commerce) Rules, 2020: ${GRIEVANCE_OFFICER.name}, ${SUPPORT_ADDRESS}, ${GRIEVANCE_OFFICER.address}.`,
        'Complaints are acknowledged within 24 hours with a ticket number and resolved within 15 days; complaints about intimate or impersonating content are acted on within the shorter times the Rules set. Consumer complaints are redressed within one month. If you are not content with the answer you may go to the Grievance Appellate Committee or to the National Consumer Helpline (1915).',
      ],
    },
    {
      title: 'Law and changes',
      body: [
        'The laws of India apply. The courts at Guwahati, Assam, have jurisdiction; a consumer may also go to the consumer commission where they live or work.',
        'When these terms change we say so here, and by email where the change matters. It does not touch credits already bought.',
      ],
    },
  ],
};

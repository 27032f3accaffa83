import { GRIEVANCE_OFFICER } from '../../../lib/company';
import { MAX_IMAGE_BYTES, megabytes } from '@luit/contracts/generation/limits';
import { CONSENT_VERSIONS } from '@luit/contracts/auth/consent-notices';
import type { LegalDocument } from './legal-document';

export const document: LegalDocument = {
  path: '/terms',
  title: 'Terms of Service',
  version: CONSENT_VERSIONS.terms.length,
  lead: 'What you can expect from us, and what we expect from you.',
  sections: [
    {
      title: 'About these terms',
      body: [
        'Luit is a web application that sells prepaid credits and spends them on AI-generated short videos and photo restoration. It serves creators, businesses and individuals. Luit is based in Assam, India, and was founded in 2025.',
        'By creating an account, paying for a video or using the service, you agree to these terms, our Privacy Policy and our Refund Policy. They are an electronic record under the Information Technology Act, 2000, and require no signature.',
      ],
    },
    {
      title: 'Who may use Luit',
      body: [
        'You must be 18 or older, or have the consent of a parent or guardian, who then accepts these terms on your behalf and is responsible for your use of the service.',
        'If you use Luit for a business, you confirm that you are authorized to act for it.',
      ],
    },
    {
      title: 'Your account',
      body: [
        'You sign up with your name, an email address and a password, and you confirm the address. Keep your password secret. You are responsible for activity on your account until you tell us that someone else has access to it.',
        'On your dashboard you can see and end device sessions, download a copy of your data and delete your account at any time.',
        'You can also pay for a single video without an account. Anyone who has the link we give you can open that order for 30 days.',
      ],
    },
    {
      title: 'Credits and prices',
      body: [
        'Credits are prepaid in Indian rupees and consumed by usage. All prices include applicable taxes. Credits are not money: they earn no interest, cannot be transferred to others, and can be exchanged for rupees only as described in the Refund Policy.',
        'We show the price of each job before you start it, hold the credits while it runs, and charge them only if it succeeds. If a job fails, its credits are returned automatically.',
        'Purchased credits do not expire. Free trial credits may expire on the date stated when they are granted. Credits that expire soonest are spent first.',
        'Razorpay, an authorized payment aggregator, takes payments in its own checkout. We never see or store your card number, and we make no recurring charges. You can find a receipt for each payment in your Credit Vault or, if we are registered for GST, a tax invoice.',
      ],
    },
    {
      title: 'Your content',
      body: [
        'You keep ownership of everything you upload. You may use what you generate as you like, including commercially, to the extent that the law grants rights in it.',
        'You need the right to use what you upload: your own pictures, or pictures used with the permission of their owner and of the people who can be recognized in them.',
        'To provide the service, you allow us to store, process and transmit your prompts, uploads and results for as long as they are in your library, and to share them with the model providers that run your jobs. We do not train models on them or show them to anyone else.',
      ],
    },
    {
      title: 'Files and formats',
      body: [
        `Luit accepts JPEG, PNG and WebP images up to ${megabytes(MAX_IMAGE_BYTES)} MB. Videos are delivered as MP4 files, and restored photos as PNG or JPEG files.`,
      ],
    },
    {
      title: 'What is not allowed',
      body: [
        'In accordance with Rule 3(1)(b) of the Information Technology (Intermediary Guidelines and Digital Media Ethics Code) Rules, 2021, you may not make, upload or share anything that:',
        [
          'belongs to someone else and that you have no right to use, or infringes a patent, trademark, copyright or other right;',
          'is obscene, pornographic or pedophilic, harms children, or invades another person’s privacy, including bodily privacy;',
          'insults or harasses on the basis of gender, is racially or ethnically objectionable, or promotes hatred or violence;',
          'shows a real person’s face, voice or likeness in a way that deceives, or without their consent where consent is required;',
          'misleads about its origin, or knowingly presents false or misleading information as fact;',
          'impersonates another person, or threatens the unity, integrity, defense, security or sovereignty of India, friendly relations with foreign states, or public order;',
          'encourages or relates to gambling or money laundering, or violates any other law in force.',
        ],
        'You may not attack, overload, scrape or resell the service without our written agreement, bypass its limits or safety checks, or use it with a stolen card or another person’s account.',
        'We check prompts and images before we process them, and providers check them too. We may refuse a job, remove content, and suspend or close an account that breaks these rules. Where the law requires it, we report violations and keep the required records. We return the credits of a refused job.',
      ],
    },
    {
      title: 'Synthetic media and labels',
      body: [
        'Everything Luit makes is synthetically generated information. Each file carries a permanent marker in its metadata that says so, and may carry a visible label in the picture.',
        'You may not remove, hide or falsify these markers and labels. If you publish a result that people could mistake for real, you must clearly state that it is AI-generated. If a platform asks whether your upload is synthetic, you must answer truthfully.',
      ],
    },
    {
      title: 'Availability',
      body: [
        'Most operations finish within 1-5 minutes. This is our typical time, not a guarantee; times shown while a job runs are estimates based on recent jobs.',
        'We may change, interrupt or discontinue parts of the service. If we discontinue it entirely, we will announce it 30 days in advance where possible and refund unused purchased credits.',
      ],
    },
    {
      title: 'Liability',
      body: [
        'We provide the service as is. Results of AI models may be inaccurate or differ from what you had in mind; see the Disclaimer.',
        'To the extent the law allows, our liability for a claim is limited to what you paid us in the 12 months before it and excludes indirect loss, lost profits and lost data. Nothing here limits liability that cannot be limited by law, or your rights under the Consumer Protection Act, 2019.',
        'If a third party makes a claim against us because you uploaded, made or published something in breach of these terms, you will compensate us for it.',
      ],
    },
    {
      title: 'Termination',
      body: [
        'You may delete your account on your dashboard at any time. We cancel jobs in progress, refund unused credits bought in the last 30 days, and erase your files and personal data.',
        'We may suspend or close an account that breaks these terms. If no law was broken, we refund unused purchased credits.',
      ],
    },
    {
      title: 'Grievances',
      body: [
        `${GRIEVANCE_OFFICER.role} under the Information Technology Rules, 2021, and the Consumer Protection (E-Commerce) Rules, 2020: ${GRIEVANCE_OFFICER.contact}.`,
        'We acknowledge complaints within 24 hours with a ticket number and resolve them within 7 days. We remove intimate or impersonating images of a person, and anything that harms children, within 2 hours of a complaint, and act on orders of courts and the government within 3 hours. We resolve consumer complaints within one month. If you are not satisfied with our response, you may approach the Grievance Appellate Committee or call the National Consumer Helpline (1915).',
      ],
    },
    {
      title: 'Governing law and changes',
      body: [
        'The laws of India apply. The courts at Guwahati, Assam, have jurisdiction; consumers may also approach the consumer commission where they live or work.',
        'We announce changes to these terms here, and by email if they are significant. Changes do not affect credits you have already bought.',
      ],
    },
  ],
};

import { prerenderable } from '../../../lib/prerenderable';
import { LegalText } from '../components/legal-text';

/** Each document, and the page of the grievance officer, is a separate chunk. */
export const DOCUMENTS = {
  terms: prerenderable(async () => page((await import('../content/terms')).document)),
  privacy: prerenderable(async () => page((await import('../content/privacy')).document)),
  refund: prerenderable(async () => page((await import('../content/refund')).document)),
  disclaimer: prerenderable(async () => page((await import('../content/disclaimer')).document)),
  cookies: prerenderable(async () => page((await import('../content/cookies')).document)),
  grievance: prerenderable(() => import('./grievance-page')),
};

function page(document: Parameters<typeof LegalText>[0]['document']) {
  return { default: () => <LegalText document={document} /> };
}

export type LegalPageName = keyof typeof DOCUMENTS;

export default function LegalPage({ document }: { document: LegalPageName }) {
  const Page = DOCUMENTS[document];
  return <Page />;
}

import { prerenderable } from '../../../lib/prerenderable';
import { LegalText } from '../components/legal-text';
import type { LegalName } from '../content/legal-document';

/** Each document is a separate chunk. */
export const DOCUMENTS = {
  terms: prerenderable(async () => page((await import('../content/terms')).document)),
  privacy: prerenderable(async () => page((await import('../content/privacy')).document)),
  refund: prerenderable(async () => page((await import('../content/refund')).document)),
  disclaimer: prerenderable(async () => page((await import('../content/disclaimer')).document)),
  cookies: prerenderable(async () => page((await import('../content/cookies')).document)),
};

function page(document: Parameters<typeof LegalText>[0]['document']) {
  return { default: () => <LegalText document={document} /> };
}

export default function LegalPage({ document }: { document: LegalName }) {
  const Page = DOCUMENTS[document];
  return <Page />;
}

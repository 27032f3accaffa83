import { written } from '../../../lib/written';
import { LegalText } from '../components/legal-text';
import type { LegalName } from '../content/legal-document';

/** Each document is its own small download. */
export const DOCUMENTS = {
  terms: written(async () => page((await import('../content/terms')).document)),
  privacy: written(async () => page((await import('../content/privacy')).document)),
  refund: written(async () => page((await import('../content/refund')).document)),
  disclaimer: written(async () => page((await import('../content/disclaimer')).document)),
  cookies: written(async () => page((await import('../content/cookies')).document)),
};

function page(document: Parameters<typeof LegalText>[0]['document']) {
  return { default: () => <LegalText document={document} /> };
}

export default function LegalPage({ document }: { document: LegalName }) {
  const Page = DOCUMENTS[document];
  return <Page />;
}

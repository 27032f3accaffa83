import { lazy } from 'react';
import { LegalText } from '../components/legal-text';
import type { LegalName } from '../content/legal-document';

/** Each document is its own small download. */
const PAGES = {
  terms: lazy(async () => page((await import('../content/terms')).document)),
  privacy: lazy(async () => page((await import('../content/privacy')).document)),
  refund: lazy(async () => page((await import('../content/refund')).document)),
  disclaimer: lazy(async () => page((await import('../content/disclaimer')).document)),
  cookies: lazy(async () => page((await import('../content/cookies')).document)),
};

function page(document: Parameters<typeof LegalText>[0]['document']) {
  return { default: () => <LegalText document={document} /> };
}

export default function LegalPage({ document }: { document: LegalName }) {
  const Page = PAGES[document];
  return <Page />;
}

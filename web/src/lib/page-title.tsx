/** Sets the document title; React hoists the element into the head. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Luit`}</title>;
}

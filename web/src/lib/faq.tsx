import { clsx } from 'clsx';

interface FaqProps {
  title: string;
  entries: readonly { question: string; answer: string }[];
  className?: string;
}

export function Faq({ title, entries, className }: FaqProps) {
  return (
    <section aria-labelledby="faq" className={clsx('grid gap-10 lg:grid-cols-[1fr_2fr]', className)}>
      <h2 id="faq" className="text-page heading">
        {title}
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        {entries.map(({ question, answer }) => (
          <div key={question} className="grid gap-1 py-5 sm:grid-cols-[1fr_1.4fr] sm:gap-8">
            <dt className="font-semibold">{question}</dt>
            <dd className="text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

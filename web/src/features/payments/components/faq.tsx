import { FAQ, paymentsCopy } from '../copy';

export function Faq() {
  return (
    <section aria-labelledby="faq" className="page grid gap-10 py-16 sm:py-20 lg:grid-cols-[1fr_2fr]">
      <h2 id="faq" className="text-page wide">
        {paymentsCopy.faqTitle}
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        {FAQ.map(({ question, answer }) => (
          <div key={question} className="grid gap-1 py-5 sm:grid-cols-[1fr_1.4fr] sm:gap-8">
            <dt className="font-semibold">{question}</dt>
            <dd className="text-muted">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

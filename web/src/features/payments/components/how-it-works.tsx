import { t } from '@lingui/core/macro';

function howItWorks(): { title: string; text: string }[] {
  return [
    {
      title: t`Create an account`,
      text: t`Enter your name, email and a password, then confirm your email address.`,
    },
    { title: t`Choose a pack`, text: t`Pay once in rupees by card, UPI or net banking.` },
    { title: t`Write a prompt`, text: t`Describe the subject, setting, movement and light.` },
    {
      title: t`Check the price and generate`,
      text: t`Your credits are held, not spent, until your video is ready.`,
    },
    {
      title: t`Watch and download`,
      text: t`Save your video as an MP4. If it fails, your credits are returned automatically.`,
    },
  ];
}
export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="bg-sunken">
      <div className="page py-16 sm:py-20">
        <h2 id="how" className="text-page heading">
          {t`How it works`}
        </h2>
        <ol className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-5">
          {howItWorks().map((step, index) => (
            <li key={step.title} className="border-t-2 border-edge/50 pt-4">
              <p aria-hidden className="text-title font-bold text-accent-text tabular-nums">
                {index + 1}
              </p>
              <p className="mt-3 font-semibold">{step.title}</p>
              <p className="mt-1 text-sm text-muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

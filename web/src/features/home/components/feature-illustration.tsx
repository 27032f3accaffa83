/** A drawing on a dark background, 320 by 150. */
export function FeatureIllustration({ feature }: { feature: string }) {
  return (
    <img
      src={`/illustrations/${feature}.svg`}
      alt=""
      width={320}
      height={150}
      loading="lazy"
      decoding="async"
      className="w-full"
    />
  );
}

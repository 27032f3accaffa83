/** The gateway replaces this placeholder with the URL of the poster. */
const POSTER_PLACEHOLDER = '__LUIT_POSTER__';

/**
 * The preview in the document of a shared video. It takes the place of the player of `SharedPage` until the app has loaded. It has no
 * words, because the gateway does not know the visitor’s language; an ancestor may be hidden until that is known.
 */
export function SharedPreview() {
  return (
    <div className="visible flex min-h-dvh flex-col pt-[4.5rem]">
      <div className="page grid max-w-5xl gap-6 py-8 sm:py-12">
        <div className="overflow-hidden rounded-card bg-[#04110f] shadow-float">
          <img
            src={POSTER_PLACEHOLDER}
            alt=""
            fetchPriority="high"
            className="aspect-video w-full rounded-frame bg-[#04110f] object-contain"
          />
        </div>
      </div>
    </div>
  );
}

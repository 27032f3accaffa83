import { t } from '@lingui/core/macro';
import { makesVideo, OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { SharedView } from '@luit/contracts/http/share-links';
import { Badge } from '@luit/ui/badge';
import { Button, buttonClass } from '@luit/ui/button';
import { VideoPlayer } from '@luit/ui/video-player';
import { useQuery } from '@tanstack/react-query';
import { Download, RotateCw, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { messageOf } from '../../../lib/api-error';
import { formatDate, formatSeconds } from '../../../lib/format';
import { Loading } from '../../../lib/loading';
import { PageTitle } from '../../../lib/page-title';
import { useServices } from '../../../lib/services';
import { useStartVideo } from '../../../shared/drafts/use-start-video';
import { formFor } from '../../../shared/requests/request-link';
import { sharedQuery } from '../shared-query';

const untitled = {
  get video() {
    return t`A video made with Luit`;
  },
  get image() {
    return t`An image made with Luit`;
  },
  get restoration() {
    return t`A photo restored with Luit`;
  },
};

const madeByAi = {
  get video() {
    return t`Made by AI`;
  },
  get image_video() {
    return t`Made by AI`;
  },
  get image() {
    return t`Made by AI`;
  },
  get restore() {
    return t`Restored by AI`;
  },
};

/** The page that a share link opens. It works without an account. */
export default function SharedPage() {
  const { token = '' } = useParams();
  const { api } = useServices();
  const { data: shared, error, refetch } = useQuery(sharedQuery(api, token));
  if (shared) return <Shared shared={shared} />;
  if (shared === null) {
    return (
      <Message
        title={t`This link doesn’t work anymore`}
        text={t`It may have expired, or its owner stopped sharing. Ask them for a new link.`}
      >
        <Link to="/" className={buttonClass('primary')}>
          {t`Make your own video`}
        </Link>
      </Message>
    );
  }
  if (!error) return <Loading />;
  return (
    <Message title={t`We couldn’t load this page`} text={messageOf(error, '')}>
      <Button tone="secondary" icon={<RotateCw className="size-4" aria-hidden />} onClick={() => void refetch()}>
        {t`Try again`}
      </Button>
    </Message>
  );
}

function Shared({ shared }: { shared: SharedView }) {
  const { type, prompt, duration, completedAt, expiresAt, outputUrl, posterUrl, smallUrl, animationUrl } = shared;
  const title = prompt ?? untitled[OUTPUT_OF[type]];
  return (
    <article className="page grid max-w-5xl gap-6 py-8 sm:py-12">
      <PageTitle>{title}</PageTitle>
      <div className="overflow-hidden rounded-card bg-[#04110f] shadow-float">
        {makesVideo(type) ? (
          <VideoPlayer
            src={outputUrl}
            poster={posterUrl}
            label={title}
            failure={t`Your browser can’t play this video. Download it to watch it in another player.`}
          />
        ) : (
          <img src={outputUrl} alt={title} className="mx-auto max-h-[80dvh] w-auto" />
        )}
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_auto] lg:gap-10">
        <div className="grid content-start gap-3">
          <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
            <Badge tone="neutral">{madeByAi[type]}</Badge>
            <span>
              {duration !== null && <span>{`${formatSeconds(duration)} · `}</span>}
              <time dateTime={completedAt}>{formatDate(completedAt)}</time>
            </span>
          </p>
          <h1 className="text-title heading wrap-anywhere" dir="auto">
            {title}
          </h1>
          <p className="text-sm text-muted">
            {expiresAt && <span>{`${t`This link works until ${{ date: formatDate(expiresAt) }}.`} `}</span>}
            <Link
              to={`/report?about=${encodeURIComponent(window.location.href)}`}
              className="underline underline-offset-4 hover:text-ink"
            >
              {t`Report this content`}
            </Link>
            <span> · </span>
            <Link to="/verify" className="underline underline-offset-4 hover:text-ink">
              {t`Check a copy of it`}
            </Link>
          </p>
        </div>
        <div className="grid content-start gap-3 lg:w-72">
          <MakeYourOwn type={type} prompt={prompt} />
          <a href={`${outputUrl}?download=1`} download className={buttonClass('secondary')}>
            <Download className="size-4" aria-hidden />
            {t`Download`}
          </a>
          {smallUrl && <SaveLink url={smallUrl}>{t`Small version (480p)`}</SaveLink>}
          {animationUrl && <SaveLink url={animationUrl}>{t`Animated preview (WebP)`}</SaveLink>}
        </div>
      </div>
    </article>
  );
}

function SaveLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={`${url}?download=1`} download className={buttonClass('ghost')}>
      <Download className="size-4" aria-hidden />
      {children}
    </a>
  );
}

function MakeYourOwn({ type, prompt }: Pick<SharedView, 'type' | 'prompt'>) {
  const startVideo = useStartVideo();
  if (!makesVideo(type)) {
    return (
      <Link to={formFor({ type })} state={{ prompt: prompt ?? '' }} className={buttonClass('accent', 'lg')}>
        {type === 'image' ? t`Make your own image` : t`Restore your own photo`}
      </Link>
    );
  }
  return (
    <Button
      tone="accent"
      size="lg"
      icon={<Sparkles className="size-5" aria-hidden />}
      onClick={() => startVideo({ prompt: prompt ?? '' })}
    >
      {prompt ? t`Use this prompt` : t`Make your own video`}
    </Button>
  );
}

/** Shown instead of an output. */
function Message({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section role="status" className="page max-w-2xl py-16">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-page heading">{title}</h1>
      <p className="mt-4 mb-8 text-lg text-muted">{text}</p>
      {children}
    </section>
  );
}

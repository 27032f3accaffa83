import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { clsx } from 'clsx';
import { Heart } from 'lucide-react';
import { useFavorite } from '../use-favorite';

interface FavoriteButtonProps {
  requestId: string;
  isFavorite: boolean;
}

export function FavoriteButton({ requestId, isFavorite }: FavoriteButtonProps) {
  const favorite = useFavorite(requestId);
  return (
    <Button
      size="sm"
      tone="ghost"
      aria-pressed={isFavorite}
      aria-label={t`Favorite`}
      title={isFavorite ? t`Remove from favorites` : t`Add to favorites`}
      onClick={() => favorite.mutate(!isFavorite)}
    >
      <Heart className={clsx('size-4', isFavorite && 'fill-current text-accent-text')} aria-hidden />
    </Button>
  );
}

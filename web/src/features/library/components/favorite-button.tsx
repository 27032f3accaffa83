import { Button } from '@luit/ui/button';
import { clsx } from 'clsx';
import { Heart } from 'lucide-react';
import { libraryCopy } from '../copy';
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
      aria-label={libraryCopy.favorite}
      title={isFavorite ? libraryCopy.removeFavorite : libraryCopy.addFavorite}
      onClick={() => favorite.mutate(!isFavorite)}
    >
      <Heart className={clsx('size-4', isFavorite && 'fill-current text-accent-text')} aria-hidden />
    </Button>
  );
}

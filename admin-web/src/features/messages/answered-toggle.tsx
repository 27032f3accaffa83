import type { ContactMessageRow } from '@luit/contracts/http/contact-messages';
import { Button } from '@luit/ui/button';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';
import { MESSAGES_PATH } from './open-messages';

/** Marks a message as answered, or reopens it. */
export function AnsweredToggle({ message: { id, name, answered_at } }: { message: ContactMessageRow }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const isAnswered = answered_at !== null;
  const toggle = useMutation({
    mutationFn: () => client.send('PATCH', `${MESSAGES_PATH}/${id}`, { answered: !isAnswered }),
    onSuccess: async () => {
      toast.success(isAnswered ? `Reopened the message from ${name}` : `Marked the message from ${name} as answered`);
      await cache.invalidateQueries({ queryKey: [MESSAGES_PATH] });
    },
    onError: (error) => toast.error(errorMessage(error)),
  });
  return (
    <Button tone={isAnswered ? 'ghost' : 'secondary'} size="sm" busy={toggle.isPending} onClick={() => toggle.mutate()}>
      {isAnswered ? 'Reopen' : 'Mark as answered'}
      <span className="sr-only">: {name}</span>
    </Button>
  );
}

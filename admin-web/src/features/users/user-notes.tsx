import { MAX_NOTE_CHARACTERS } from '@luit/contracts/auth/limits';
import type { UserNote } from '@luit/contracts/auth/user-support';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Textarea } from '@luit/ui/textarea';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyMessage, Section } from '../../components/section';
import { Timestamp } from '../../components/timestamp';
import { errorMessage } from '../../lib/admin-error';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

/** What operators noted about a user, newest first. */
export function UserNotes({ userId, notes }: { userId: string; notes: UserNote[] }) {
  const canAdd = useCan('users.note');
  return (
    <Section title="Notes">
      {canAdd && <NoteForm userId={userId} />}
      {notes.length === 0 ? (
        <EmptyMessage>No notes</EmptyMessage>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {notes.map((note) => (
            <li key={note.id} className="px-4 py-3 text-sm">
              <p className="mb-1 flex flex-wrap gap-x-3 text-label text-muted">
                <span className="break-all">{note.author}</span>
                <Timestamp at={note.created_at} />
              </p>
              <p dir="auto" className="break-words whitespace-pre-wrap">
                {note.text}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function NoteForm({ userId }: { userId: string }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => client.send<UserNote>('POST', `/api/admin/users/${userId}/notes`, { text: text.trim() }),
    onSuccess: async () => {
      setText('');
      await cache.invalidateQueries({ queryKey: ['user', userId] });
    },
  });
  return (
    <form
      noValidate
      className="grid gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !add.isPending) add.mutate();
      }}
    >
      <Textarea
        label="New note"
        hint="For operators only. Deleted with the account."
        rows={2}
        maxLength={MAX_NOTE_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {add.isError && <Alert tone="danger">{errorMessage(add.error)}</Alert>}
      <div>
        <Button type="submit" size="sm" busy={add.isPending} disabled={text.trim() === ''}>
          Add note
        </Button>
      </div>
    </form>
  );
}

import { MAX_NOTE_CHARACTERS } from '@luit/contracts/auth/limits';
import type { UserNote } from '@luit/contracts/auth/user-support';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Textarea } from '@luit/ui/textarea';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryPanel } from '../../components/query-panel';
import { EmptyMessage, Section } from '../../components/section';
import { Timestamp } from '../../components/timestamp';
import type { Page } from '../../components/use-page';
import { errorMessage } from '../../lib/admin-error';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';

const LIMIT = 10;

/** What operators noted about a user, newest first. */
export function UserNotes({ userId }: { userId: string }) {
  const { client } = useServices();
  const canAdd = useCan('users.note');
  const query = useInfiniteQuery({
    queryKey: ['user', userId, 'notes'],
    queryFn: ({ pageParam, signal }) => {
      const page = new URLSearchParams({ limit: String(LIMIT), ...(pageParam && { cursor: pageParam }) });
      return client.get<Page<UserNote>>(`/api/admin/users/${userId}/notes?${page}`, signal);
    },
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return (
    <Section title="Notes">
      {canAdd && <NoteForm userId={userId} />}
      <QueryPanel query={query} loading="Loading notes">
        {({ pages }) => <NoteList notes={pages.flatMap(({ items }) => items)} />}
      </QueryPanel>
      {query.hasNextPage && (
        <div className="border-t border-line px-4 py-3">
          <Button tone="secondary" size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older notes
          </Button>
        </div>
      )}
    </Section>
  );
}

function NoteList({ notes }: { notes: UserNote[] }) {
  if (notes.length === 0) return <EmptyMessage>No notes</EmptyMessage>;
  return (
    <ul className="divide-y divide-line border-t border-line">
      {notes.map((note) => (
        <li key={note.id} className="px-4 py-3 text-sm">
          <p className="mb-1 flex flex-wrap gap-x-3 text-label text-muted">
            <span className="wrap-anywhere">{note.author}</span>
            <Timestamp at={note.created_at} />
          </p>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {note.text}
          </p>
        </li>
      ))}
    </ul>
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

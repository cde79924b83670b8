import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/action.ts';
import { get, post, remove } from '../../api/client.ts';
import { useHasRole } from '../../api/me.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { TextArea } from '../../components/field.tsx';
import { LoadError, SkeletonLines } from '../../components/placeholder.tsx';
import { Time } from '../../components/time.tsx';
import { authorWords } from './correctable.ts';

/** What people of the company wrote about the conversation. */
export function Comments({ id }: { readonly id: string }) {
  const mayChange = useHasRole('member');
  const [text, setText] = useState('');
  const queryKey = ['conversation', id, 'comments'];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => get('/conversations/{id}/comments', { path: { id }, signal }),
  });
  const adding = useAction(() => post('/conversations/{id}/comments', { text }, { path: { id } }), {
    done: 'Comment added',
    invalidates: [queryKey],
    isQuiet: true,
    onDone: () => setText(''),
  });
  const deletion = useAction(
    (commentId: string) => remove('/conversations/{id}/comments/{commentId}', { path: { id, commentId } }),
    { done: 'Comment deleted', invalidates: [queryKey] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adding.run(undefined);
  };
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-4">
      {!data && <SkeletonLines lines={2} />}
      {data?.data.length === 0 && <p className="text-soft">No comments yet.</p>}
      {data && data.data.length > 0 && (
        <ul aria-label="Comments" className="flex flex-col gap-3">
          {data.data.map((comment) => (
            <li key={comment.id} className="flex flex-col gap-0.5">
              <div className="flex items-center gap-2 text-xs text-soft">
                <span dir="auto" className="min-w-0 truncate font-medium text-ink">
                  {authorWords(comment.by)}
                </span>
                <Time at={comment.createdAt} />
                {mayChange && (
                  <span className="ms-auto">
                    <IconButton
                      label={`Delete the comment of ${authorWords(comment.by)}`}
                      icon={<Trash2 size={12} aria-hidden />}
                      busy={deletion.busy}
                      onClick={() => deletion.run(comment.id)}
                    />
                  </span>
                )}
              </div>
              <p dir="auto" className="break-words whitespace-pre-wrap">
                {comment.text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <form onSubmit={submit} className="flex flex-col gap-2">
          <TextArea
            label="Add a comment"
            rows={2}
            value={text}
            error={adding.errorAt('text') ?? adding.failure?.message}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" className="self-end" busy={adding.busy} disabled={text.trim() === ''}>
            Add comment
          </Button>
        </form>
      )}
    </div>
  );
}

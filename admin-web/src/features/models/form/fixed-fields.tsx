import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useEntryForm } from './entry-form';
import { fieldsOf } from './entry-paths';
import { scalarOf } from './field-mappings';
import { Problem } from './fields';

/** Fields that are sent with every task. */
export function FixedFields({ path }: { path: string }) {
  const { at, set, problems, isReadOnly } = useEntryForm();
  const [name, setName] = useState('');
  const fixed = fieldsOf(at(path));
  const drop = (field: string) =>
    set(path, Object.fromEntries(Object.entries(fixed).filter(([each]) => each !== field)));
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">Always sent</legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {Object.entries(fixed).map(([field, value]) => (
          <div key={field} className="flex items-end gap-1">
            <Input
              label={field}
              className="min-w-0 flex-1"
              readOnly={isReadOnly}
              error={problems.get(`${path}.${field}`)}
              value={String(value as string)}
              onChange={(event) => set(path, { ...fixed, [field]: scalarOf(event.target.value) })}
            />
            {!isReadOnly && (
              <Button
                tone="ghost"
                size="sm"
                className="min-h-11"
                aria-label={`Do not send ${field}`}
                onClick={() => drop(field)}
              >
                <X aria-hidden className="size-4" />
              </Button>
            )}
          </div>
        ))}
        {!isReadOnly && (
          <div className="flex items-end gap-2">
            <Input
              label="Another field"
              className="min-w-0 flex-1"
              placeholder="watermark"
              spellCheck={false}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button
              tone="secondary"
              className="min-h-11"
              size="sm"
              aria-label="Add the field"
              disabled={name.trim() === '' || name in fixed}
              onClick={() => {
                set(path, { ...fixed, [name.trim()]: false });
                setName('');
              }}
            >
              <Plus aria-hidden className="size-4" />
            </Button>
          </div>
        )}
      </div>
      <Problem text={problems.get(path)} />
    </fieldset>
  );
}

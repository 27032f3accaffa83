import { LABEL_CORNERS, LABEL_LIMITS, LABEL_TEXT } from '@luit/contracts/generation/limits';
import type { OutputLabel } from '@luit/contracts/generation/output-label';
import { Alert } from '@luit/ui/alert';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { SaveRow } from '../../components/save-row';
import { Section } from '../../components/section';
import { useServices } from '../../lib/services';

export const OUTPUT_LABEL_PATH = '/api/admin/settings/output-label';
export const OUTPUT_LABEL_KEY = ['output-label'];

const CORNER_NAMES: Record<OutputLabel['corner'], string> = {
  'top-left': 'Top left',
  'top-right': 'Top right',
  'bottom-left': 'Bottom left',
  'bottom-right': 'Bottom right',
};
const { minSizePercent, maxSizePercent, seconds: maxSeconds } = LABEL_LIMITS;
const isWithin = (text: string, min: number, max: number) =>
  /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;

/** The visible label of generated videos. Without it, a warning stays beside the switch. */
export function OutputLabelForm({ label }: { label: OutputLabel }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const { register, handleSubmit, formState, control } = useForm({
    defaultValues: {
      ...label,
      sizePercent: String(label.sizePercent),
      seconds: label.seconds === null ? '' : String(label.seconds),
    },
  });
  const { errors } = formState;
  const isShown = useWatch({ control, name: 'onVideos' });
  const save = useMutation({
    mutationFn: (changed: OutputLabel) => client.send('PATCH', OUTPUT_LABEL_PATH, changed),
    onSuccess: async () => {
      toast.success('Settings saved');
      await cache.invalidateQueries({ queryKey: OUTPUT_LABEL_KEY });
    },
  });
  return (
    <Section title="AI label">
      <form
        noValidate
        onSubmit={handleSubmit(({ sizePercent, seconds, text, ...rest }) =>
          save.mutate({
            ...rest,
            text: text.trim(),
            sizePercent: Number(sizePercent),
            seconds: seconds === '' ? null : Number(seconds),
          }),
        )}
        className="grid max-w-xl gap-4 p-4"
      >
        <p className="text-sm text-muted">
          A visible label saying that a file was made by AI. Changes apply to new files within a minute; stored files
          stay as they are.
        </p>
        <Checkbox label="Show the label in generated videos and images" {...register('onVideos')} />
        {!isShown && (
          <Alert tone="danger">
            Without the label, generated videos may not comply with India&apos;s IT Rules on synthetically generated
            content (G.S.R. 120(E), in force since February 20, 2026), which ask for a prominent label.
          </Alert>
        )}
        <Checkbox
          label="Show the label in restored photos"
          hint="The rules exclude good-faith enhancement"
          {...register('onRestorations')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Input
            label="Text"
            maxLength={LABEL_LIMITS.text}
            error={errors.text?.message}
            {...register('text', {
              validate: (text) =>
                LABEL_TEXT.test(text) || 'Enter letters of an Indian script, or Urdu, Latin, Greek or Cyrillic ones',
            })}
          />
          <Select label="Corner" {...register('corner')}>
            {LABEL_CORNERS.map((corner) => (
              <option key={corner} value={corner}>
                {CORNER_NAMES[corner]}
              </option>
            ))}
          </Select>
          <Input
            label="Size (% of the shorter side)"
            type="number"
            min={minSizePercent}
            max={maxSizePercent}
            error={errors.sizePercent?.message}
            {...register('sizePercent', {
              validate: (text) =>
                isWithin(text, minSizePercent, maxSizePercent) ||
                `Enter a whole number from ${minSizePercent} to ${maxSizePercent}`,
            })}
          />
          <Input
            label="Seconds from the beginning"
            type="number"
            min={1}
            max={maxSeconds}
            hint="Leave empty to show it throughout"
            error={errors.seconds?.message}
            {...register('seconds', {
              validate: (text) =>
                text === '' || isWithin(text, 1, maxSeconds) || `Enter a whole number from 1 to ${maxSeconds}`,
            })}
          />
        </div>
        <SaveRow save={save} />
      </form>
    </Section>
  );
}

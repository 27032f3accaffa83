import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import { ImagePicker } from '../../../shared/images/components/image-picker';
import { imageMessages } from '../../../shared/images/copy';
import { useImageChoice } from '../../../shared/images/use-image-choice';

interface ReferencePickersProps {
  files: File[];
  most: number;
  makesImages?: boolean;
  onChange: (files: File[]) => void;
}

/** Takes images of what the result shows. It is a button until someone wants one. */
export function ReferencePickers({ files, most, makesImages = false, onChange }: ReferencePickersProps) {
  const hint = makesImages
    ? t`A person, a thing or a style that the image should show.`
    : t`A person, a thing or a style that the video should show.`;
  const [isOpen, setOpen] = useState(false);
  const replace = (index: number, image: File | null) => {
    setOpen(false);
    onChange([...files.slice(0, index), ...(image ? [image] : []), ...files.slice(index + 1)]);
  };
  const slots = [...files.slice(0, most), ...(isOpen && files.length < most ? [null] : [])];
  return (
    <>
      {slots.map((file, index) => (
        <ReferencePicker
          // Images have no other identity, and a slot keeps its problem.
          key={index}
          label={t`Reference image ${{ number: index + 1 }}`}
          hint={hint}
          file={file}
          onImage={(image) => replace(index, image)}
        />
      ))}
      {!isOpen && files.length < most && (
        <Button
          tone="secondary"
          className="justify-self-start"
          icon={<ImagePlus className="size-4" aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t`Add a reference image`}
        </Button>
      )}
    </>
  );
}

interface ReferencePickerProps {
  label: string;
  hint: string;
  file: File | null;
  onImage: (image: File | null) => void;
}

function ReferencePicker({ label, hint, file, onImage }: ReferencePickerProps) {
  const { problem, choose, remove } = useImageChoice(onImage);
  return (
    <ImagePicker
      label={label}
      hint={hint}
      error={problem && imageMessages[problem]}
      file={file}
      takesPaste={false}
      onChoose={choose}
      onRemove={remove}
    />
  );
}

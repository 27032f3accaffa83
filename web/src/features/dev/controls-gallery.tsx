import { Button, type ButtonSize, type ButtonTone } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Dropzone } from '@luit/ui/dropzone';
import { Input } from '@luit/ui/input';
import { PasswordInput } from '@luit/ui/password-input';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { Select } from '@luit/ui/select';
import { Tabs } from '@luit/ui/tabs';
import { Textarea } from '@luit/ui/textarea';
import { ThemeToggle } from '@luit/ui/theme-toggle';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { dropzoneCopy, IMAGE_TYPES } from '../../shared/images/copy';
import { Row, type SpecimenTheme, Specimen } from './specimen';

const TONES: ButtonTone[] = ['primary', 'accent', 'secondary', 'ghost', 'danger'];
const SIZES: ButtonSize[] = ['sm', 'md', 'lg'];
const LONG = 'A very long label, as it could appear in a translation into a more verbose language';

export function ControlsGallery() {
  return (
    <>
      <Specimen name="Button">
        {() =>
          TONES.map((tone) => (
            <Row key={tone}>
              {SIZES.map((size) => (
                <Button key={size} tone={tone} size={size}>
                  {tone} {size}
                </Button>
              ))}
              <Button tone={tone} icon={<Download className="size-4" aria-hidden />}>
                With icon
              </Button>
              <Button tone={tone} busy>
                Busy
              </Button>
              <Button tone={tone} disabled>
                Disabled
              </Button>
            </Row>
          ))
        }
      </Specimen>
      <Specimen name="Fields">
        {() => (
          <>
            <Input label="Empty" placeholder="Placeholder" hint="A hint" />
            <Input label={LONG} defaultValue={LONG} />
            <Input
              label="With an error"
              defaultValue="rupali@example"
              error="Email is invalid"
              hint="A hint with an error"
            />
            <Input label="Disabled" defaultValue="Unavailable" disabled />
            <PasswordInput label="Password" defaultValue="a short sentence" />
            <PasswordInput label="Password with an error" error="Password is required" />
            <Select label="Select" defaultValue="b" hint="A native select">
              <option value="a">Assam</option>
              <option value="b">Maharashtra</option>
            </Select>
            <Select label="Select with an error" error="Please choose a state">
              <option value="">Choose a state</option>
            </Select>
            <Textarea
              label="Textarea"
              defaultValue="A country boat crosses the Brahmaputra at dawn"
              hint="48 / 2,000"
            />
            <Textarea label="Textarea, right to left" dir="auto" defaultValue="قارب يعبر النهر عند الفجر" />
            <Textarea label="Textarea with an error" error="Your prompt is too long by 8,000 characters." />
          </>
        )}
      </Specimen>
      <Specimen name="Checkbox">
        {() => (
          <>
            <Checkbox label="Off" hint="With a hint" />
            <Checkbox label="On" defaultChecked />
            <Checkbox label="Disabled" hint="The reason why it is disabled" disabled />
          </>
        )}
      </Specimen>
      <Specimen name="Radio cards">{(theme) => <Radios theme={theme} />}</Specimen>
      <Specimen name="Tabs">
        {() => (
          <Tabs
            label="Specimen"
            tabs={[
              { value: 'one', label: 'First', content: <p>The first panel.</p> },
              { value: 'two', label: 'Second', content: <p>The second panel.</p> },
              { value: 'three', label: 'A third with a long name', content: <p>The third panel.</p> },
            ]}
          />
        )}
      </Specimen>
      <Specimen name="Dropzone">
        {() => (
          <>
            <Dropzone
              label="Empty"
              hint="A hint"
              accept={IMAGE_TYPES}
              texts={dropzoneCopy}
              chosen={null}
              onFile={() => undefined}
            />
            <Dropzone
              label="Filled"
              accept={IMAGE_TYPES}
              texts={dropzoneCopy}
              chosen={(choose) => (
                <div className="p-4">
                  <Button size="sm" tone="secondary" onClick={choose}>
                    Replace
                  </Button>
                </div>
              )}
              onFile={() => undefined}
            />
          </>
        )}
      </Specimen>
      <Specimen name="Theme toggle">{() => <ThemeToggle />}</Specimen>
    </>
  );
}

function Radios({ theme }: { theme: SpecimenTheme }) {
  const [chosen, setChosen] = useState('5s');
  return (
    <RadioCardGroup legend="Duration" error="Please select a video duration plan">
      {['5s', '10s'].map((value) => (
        <RadioCard
          key={value}
          name={`radio-${theme}`}
          value={value}
          label={value}
          checked={value === chosen}
          onChoose={setChosen}
        >
          <span className="font-semibold">{value}</span>
        </RadioCard>
      ))}
      <RadioCard name={`radio-${theme}`} value="x" label="Disabled" checked={false} disabled onChoose={setChosen}>
        <span className="font-semibold">Disabled</span>
      </RadioCard>
    </RadioCardGroup>
  );
}

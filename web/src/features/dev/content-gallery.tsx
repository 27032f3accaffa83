import { BeforeAfter } from '@luit/ui/before-after';
import { Card } from '@luit/ui/card';
import { Logo, LogoMark } from '@luit/ui/logo';
import { Table } from '@luit/ui/table';
import { VideoPlayer } from '@luit/ui/video-player';
import { Row, Specimen } from './specimen';

const image = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="${color}"/><circle cx="320" cy="200" r="120" fill="#f2b632"/></svg>`)}`;

const COLUMNS = [
  { key: 'name', header: 'Name', cell: (row: (typeof ROWS)[number]) => row.name },
  { key: 'credits', header: 'Credits', align: 'end' as const, cell: (row: (typeof ROWS)[number]) => row.credits },
];
const ROWS = [
  { name: 'Starter Pack', credits: '+100 credits' },
  { name: 'A very long prompt that wraps inside its table cell because it does not fit', credits: '−18 credits' },
];

export function ContentGallery() {
  return (
    <>
      <Specimen name="Logo">
        {() => (
          <Row>
            <Logo />
            <LogoMark />
          </Row>
        )}
      </Specimen>
      <Specimen name="Card and table">
        {() => (
          <>
            <Card>A card.</Card>
            <Table caption="A table" columns={COLUMNS} rows={ROWS} rowKey={({ name }) => name} />
            <Table caption="An empty table" columns={COLUMNS} rows={[]} rowKey={({ name }) => name} />
          </>
        )}
      </Specimen>
      <Specimen name="Before and after">
        {() => (
          <BeforeAfter
            before={{ src: image('#777777'), label: 'Before' }}
            after={{ src: image('#0b5c73'), label: 'After' }}
            label="Compare"
          />
        )}
      </Specimen>
      <Specimen name="Video player">
        {() => (
          <>
            <VideoPlayer src="/samples/5s-480p.mp4" label="A video that plays" poster={image('#0b2f36')} />
            <VideoPlayer src="data:video/mp4;base64,AAAA" label="A video that fails to load" />
          </>
        )}
      </Specimen>
    </>
  );
}

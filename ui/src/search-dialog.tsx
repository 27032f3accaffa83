import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { Spinner } from './spinner';
import { uiTexts } from './texts';

export interface SearchItem {
  key: string;
  title: string;
  details: string;
}

export interface SearchGroup<Item extends SearchItem> {
  /** Its heading. */
  value: string;
  items: Item[];
}

interface SearchDialogProps<Item extends SearchItem> {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  groups: SearchGroup<Item>[];
  /** Below the input; screen readers read it out when it changes. */
  status: string | null;
  isBusy: boolean;
  onSelect: (item: Item) => void;
  onClose: () => void;
}

/** A search box with grouped results over the page. Arrow keys move through the results, Enter chooses one. */
export function SearchDialog<Item extends SearchItem>(props: SearchDialogProps<Item>) {
  const { label, placeholder, text, onTextChange, groups, status, isBusy, onSelect, onClose } = props;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-[#04110f]/60 backdrop-blur-[2px]" />
        <Dialog.Popup
          aria-label={label}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(36rem,calc(100dvh-1.5rem))] max-w-2xl flex-col overflow-hidden rounded-card border border-line bg-surface text-ink shadow-float sm:top-[12vh]"
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            items={groups}
            value={text}
            onValueChange={onTextChange}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={({ title }: SearchItem) => title}
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-5 shrink-0 text-muted" />
              <Autocomplete.Input
                aria-label={label}
                placeholder={placeholder}
                maxLength={200}
                className="min-h-14 w-full bg-transparent outline-none placeholder:text-muted"
              />
              {isBusy && <Spinner />}
              <Dialog.Close className="shrink-0 rounded-control border border-edge px-1.5 py-0.5 text-label text-muted hover:text-ink">
                <kbd aria-hidden>Esc</kbd>
                <span className="sr-only">{uiTexts.close}</span>
              </Dialog.Close>
            </div>
            <Autocomplete.Status className="px-4 py-2.5 text-label text-muted empty:hidden">
              {status}
            </Autocomplete.Status>
            <Autocomplete.List className="overflow-y-auto overscroll-contain px-2 pb-2 empty:hidden">
              {(group: SearchGroup<Item>) => (
                <Autocomplete.Group key={group.value} items={group.items} className="not-last:mb-2">
                  <Autocomplete.GroupLabel className="px-2.5 py-1.5 text-label text-muted eyebrow">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Item) => (
                      <Autocomplete.Item
                        key={item.key}
                        value={item}
                        onClick={() => onSelect(item)}
                        className="cursor-pointer rounded-control px-2.5 py-2 data-highlighted:bg-sunken"
                      >
                        <span className="line-clamp-1 font-medium break-all">{item.title}</span>
                        <span className="line-clamp-2 text-label text-muted">{item.details}</span>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

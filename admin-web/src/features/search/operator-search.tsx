import { SearchDialog } from '@luit/ui/search-dialog';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { NamedPage, ResultItem } from './search-results';
import { useSearch } from './use-search';

/** One search box over pages, users, jobs, orders and transactions. */
export default function OperatorSearch({ pages, onClose }: { pages: NamedPage[]; onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = useSearch(text, pages);

  const open = ({ path }: ResultItem) => {
    onClose();
    void navigate(path);
  };

  return (
    <SearchDialog
      label="Search everything"
      placeholder="Email, name, or any ID"
      text={text}
      onTextChange={setText}
      {...search}
      onSelect={open}
      onClose={onClose}
    />
  );
}

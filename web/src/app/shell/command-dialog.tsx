import { t } from '@lingui/core/macro';
import { SearchDialog } from '@luit/ui/search-dialog';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLatestRequests } from '../../shared/requests/use-latest-requests';
import { commandGroups, type Command } from './commands';

/** Pages, new jobs and the latest requests, found by typing. */
export default function CommandDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { requests } = useLatestRequests();
  const [text, setText] = useState('');
  const groups = commandGroups(requests, text);

  const open = ({ path }: Command) => {
    onClose();
    void navigate(path);
  };

  return (
    <SearchDialog
      label={t`Command menu`}
      placeholder={t`Go to a page, or find a video or photo`}
      text={text}
      onTextChange={setText}
      groups={groups}
      status={groups.length === 0 ? t`Nothing found. Try another word.` : null}
      isBusy={false}
      onSelect={open}
      onClose={onClose}
    />
  );
}

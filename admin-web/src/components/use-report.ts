import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useServices } from '../lib/services';

/** A report whose period and grouping are in the URL. @param name such as `revenue` */
export function useReport<Report>(name: string) {
  const { client } = useServices();
  const [params, setParams] = useSearchParams();
  const search = params.toString();
  const query = useQuery({
    queryKey: [name, search],
    queryFn: ({ signal }) => client.get<Report>(`/api/admin/reports/${name}?${search}`, signal),
    placeholderData: keepPreviousData,
  });
  const set = (field: string, value: string) =>
    setParams(
      (old) => {
        if (value) old.set(field, value);
        else old.delete(field);
        return old;
      },
      { replace: true },
    );
  return { params, set, query, csvPath: `/api/admin/reports/${name}.csv?${search}` };
}

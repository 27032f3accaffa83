import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../lib/services';
import { useAddressParams } from './use-address-params';

/** A report whose period and grouping are in the URL. @param name such as `revenue` */
export function useReport<Report>(name: string) {
  const { client } = useServices();
  const [params, changeParams] = useAddressParams();
  const search = params.toString();
  const query = useQuery({
    queryKey: [name, search],
    queryFn: ({ signal }) => client.get<Report>(`/api/admin/reports/${name}?${search}`, signal),
    placeholderData: keepPreviousData,
  });
  const set = (field: string, value: string) =>
    changeParams(
      (changed) => {
        if (value) changed.set(field, value);
        else changed.delete(field);
      },
      { replace: true },
    );
  return { params, set, query, csvPath: `/api/admin/reports/${name}.csv?${search}` };
}

import { newsQuery } from '../../platform/content-queries.ts'
import { queryClient } from '../../platform/query-client.ts'

/** The lists of the site and of the dashboard are one: both must see what changed. */
export const forgetNews = (): void =>
  void queryClient.invalidateQueries({ queryKey: newsQuery.queryKey })

import { useQuery } from '@tanstack/react-query'
import { about } from '#shared/contract/about.ts'
import { ask } from '../../../platform/api.ts'

/** The longest film that this server takes, in bytes; undefined until it has said so. */
export function useFilmLimit(): number | undefined {
  const { data } = useQuery({
    queryKey: ['about'],
    queryFn: ({ signal }) => ask(about, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.evidence?.filmMaxBytes
}

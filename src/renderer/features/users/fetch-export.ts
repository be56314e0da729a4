import { platform } from '@platform'
import { createApiClient } from '#shared/contract/client.ts'
import { exportMembers } from '#shared/contract/members.ts'
import { CallFailure } from '../../platform/api.ts'
import { saveFile } from '../../platform/save-file.ts'
import { filterQuery, type UserFilters } from './user-filters.ts'

/** Asks for the file and hands it to the browser; nothing of it stays in the page. */
export async function fetchExport(filters: UserFilters): Promise<{ readonly isWhole: boolean }> {
  let file: Blob | undefined
  let isWhole = true
  // The client of the contract reads JSON; a file that came is put aside before it looks.
  const client = createApiClient({
    fetch: async (input, init) => {
      const response = await platform.fetch(input, init)
      if (!response.ok) return response
      file = await response.blob()
      isWhole = response.headers.get('x-truncated') !== 'true'
      return Response.json(null)
    },
  })
  const result = await client.call(exportMembers, { query: filterQuery(filters) })
  if (!result.ok) throw new CallFailure(result)
  if (file !== undefined) saveFile(file, `wld-members-${new Date().toISOString().slice(0, 10)}.csv`)
  return { isWhole }
}

/** Takes the second step in the file that is named: a program that a test traces. */
import { migrate } from '#server/parts/database/migrate.ts'
import { openSqlite } from '#server/parts/database/sqlite.ts'
import { WITH_SECOND_STEP } from './second-step.ts'

const database = openSqlite(process.argv[2] ?? '')
await migrate(database, WITH_SECOND_STEP)
await database.close()

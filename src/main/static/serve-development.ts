/**
 * `npm run dev:desktop`: the interface from the development server, under our own origin, so that the rules for pages,
 * permissions and channels are those of the app. Only the content security policy is not: hot reload needs a script in the
 * page and a web socket.
 */
export const createDevelopmentHandler =
  (server: string) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers({ accept: request.headers.get('accept') ?? '*/*' })
    return fetch(new URL(`${pathname}${search}`, server), { headers })
  }

import { testKnowledgeStore } from '../contracts/knowledge-store.ts'
import { serverMaker, withServer } from './with-server.ts'

withServer({
  product: 'opensearch',
  title: 'a store on opensearch',
  tests: (server) => {
    testKnowledgeStore(serverMaker('opensearch', server))
  },
})

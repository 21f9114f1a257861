import { testKnowledgeStore } from '../contracts/knowledge-store.ts'
import { serverMaker, withServer } from './with-server.ts'

withServer({
  product: 'elasticsearch',
  title: 'a store on elasticsearch',
  tests: (server) => {
    testKnowledgeStore(serverMaker('elasticsearch', server))
  },
})

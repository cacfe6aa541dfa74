"""Documents of every dialect that the tests read."""

from __future__ import annotations

import copy
from typing import Any

from groundplan.packs.workflows.graph.contract import Graph
from groundplan.packs.workflows.graph.reading import read

Document = dict[str, Any]


def tool(id: str, name: str, /, **parameters: Any) -> Document:
    calls = [{"tool_name": name, "parameters": parameters}]
    return {"id": id, "type": "executor", "config": {"mode": "tool", "tool_calls": calls}}


WELCOME: Document = {
    "nodes": [tool("greet", "send_email", to="$.user_email", subject="Welcome", body="Good morning, $.user_name!")],
    "edges": [],
    "entry_point": "greet",
}
"""One node that calls a tool with what the graph is given."""

REVIEWS: Document = {
    "nodes": [
        {
            "id": "rate",
            "type": "executor",
            "config": {
                "mode": "agent",
                "model": "small",
                "prompt": "How content is the guest?",
                "available_tools": ["look_up_stay"],
                "state_input_path": "$.review",
                "state_output_path": "$.rating",
            },
        },
        {
            "id": "sort",
            "type": "executor",
            "config": {
                "mode": "llm",
                "model": "small",
                "prompt": "Room, food or staff? $.rating",
                "state_output_path": "$.topic",
            },
        },
        {
            "id": "desk",
            "type": "router",
            "config": {
                "mode": "deterministic",
                "routes": [
                    {"condition": "$.rating.stars < 3", "target": "call_back"},
                    {"condition": "$.topic == 'Food'", "target": "tell_kitchen"},
                    {"condition": "true", "target": "file"},
                ],
            },
        },
        {
            "id": "call_back",
            "type": "executor",
            "config": {
                "mode": "tool",
                "tool_calls": [
                    {
                        "tool_name": "create_ticket",
                        "parameters": {"topic": "$.topic", "text": "$.review", "urgent": True},
                    },
                    {
                        "tool_name": "send_email",
                        "parameters": {"to": "desk@hotel.example", "body": "About $.topic: $.rating.why."},
                    },
                ],
            },
        },
        tool("tell_kitchen", "create_ticket", topic="$.topic", text="$.review"),
        tool("file", "store_review", text="$.review"),
    ],
    "edges": [
        {"source": "rate", "target": "sort"},
        {"source": "sort", "target": "desk"},
        {"source": "desk", "target": "call_back", "condition": "$.rating.stars < 3"},
        {"source": "desk", "target": "tell_kitchen", "condition": "$.topic == 'Food'"},
        {"source": "desk", "target": "file", "condition": "default"},
    ],
    "entry_point": "rate",
}
"""Agents, a router whose routes stand among the edges as well, a node with two calls."""

PREMIUM: Document = {
    "nodes": [
        tool("look_up", "get_user", id="$.user_id"),
        {
            "id": "tier",
            "type": "router",
            "config": {
                "mode": "deterministic",
                "routes": [
                    {"condition": "$.look_up.tier == 'premium'", "target": "thank"},
                    {"condition": "$.look_up.tier == 'basic' || $.look_up.age > 60", "target": "offer"},
                    {"condition": "true", "target": "note"},
                ],
            },
        },
        tool("thank", "send_email", to="$.look_up.email", body="Thank you, $.look_up.name, from $.shop!"),
        tool("offer", "send_email", to="$.look_up.email", body="An offer"),
        tool("note", "log", level="info"),
        tool("done", "log", level="end"),
    ],
    "edges": [
        {"source": "look_up", "target": "tier"},
        *({"source": source, "target": "done"} for source in ("thank", "offer", "note")),
    ],
    "entry_point": "look_up",
}

SCHEMA: Document = {
    "id": "orders",
    "version": "2.1",
    "entry_node": "fetch",
    "metadata": {"team": "shop"},
    "nodes": {
        "fetch": {
            "id": "fetch",
            "type": "executor",
            "executor_type": "http",
            "name": "Fetch the order",
            "config": {"url": "https://shop.example/orders/{{order_id}}", "method": "GET", "timeout": 30},
            "output_mapping": {"output": "order"},
        },
        "large": {
            "id": "large",
            "type": "router",
            "default_route": "pack",
            "condition_type": "simple",
            "routes": [
                {"condition": "state.order.total > 500", "target": "ask", "description": "large orders", "priority": 2}
            ],
        },
        "ask": {
            "id": "ask",
            "type": "executor",
            "executor_type": "llm",
            "config": {
                "model": "small",
                "temperature": 0.2,
                "system_prompt": "Be brief.",
                "prompt": "Check {{order}}.",
                "tools": [{"name": "credit"}],
            },
        },
        "pack": {
            "id": "pack",
            "type": "executor",
            "executor_type": "tool",
            "config": {
                "tool_name": "pack",
                "parameters": {"order": "{{order.id}}", "note": "for {{order.name}}"},
                "timeout": 60,
            },
            "input_mapping": {"order.lines": "lines"},
        },
    },
    "edges": [
        {"from": "fetch", "to": "large"},
        {"from": "ask", "to": "pack", "label": "checked", "id": "e7", "metadata": {"colour": "red"}},
    ],
}

RUNTIME: Document = {
    "id": "support",
    "entry_node": "read",
    "nodes": {
        "read": {
            "id": "read",
            "type": "executor",
            "config": {"tool_name": "get_mail", "tool_params": {"id": "{{mail_id}}"}},
        },
        "triage": {
            "id": "triage",
            "type": "router",
            "config": {
                "mode": "hybrid",
                "fast_rules": [{"condition": "state.read.spam == true", "target": "drop"}],
                "llm_fallback": {
                    "model": "small",
                    "prompt_template": "Billing or technical? {{read.text}}",
                    "routes": {"billing": "bill", "technical": "fix"},
                },
                "fallback": "fix",
            },
        },
        "drop": {
            "id": "drop",
            "type": "executor",
            "config": {"tool_name": "delete_mail", "tool_params": {"id": "{{read.id}}"}},
        },
        "bill": {
            "id": "bill",
            "type": "executor",
            "config": {"llm_config": {"model": "small", "system": "Be kind.", "prompt": "Answer {{read.text}}"}},
        },
        "fix": {
            "id": "fix",
            "type": "executor",
            "config": {
                "llm_config": {"model": "large", "prompt": "Solve {{read.text}}"},
                "tools": ["search_docs"],
                "max_iterations": 5,
            },
        },
    },
    "edges": [{"from": "read", "to": "triage"}],
}

ORCHESTRATOR: Document = {
    "id": "research",
    "version": "1.0",
    "nodes": [
        {
            "id": "collect",
            "type": "agent",
            "model": "small",
            "system": "You collect.",
            "temperature": 0,
            "dependencies": [],
        },
        {"id": "left", "type": "llm", "model": "small", "prompt": "For: {{collect}}", "dependencies": ["collect"]},
        {"id": "right", "type": "llm", "model": "small", "prompt": "Against: {{collect}}", "dependencies": ["collect"]},
        {
            "id": "join",
            "type": "agent",
            "model": "small",
            "prompt": "Weigh {{left}} and {{right}}",
            "dependencies": ["left", "right"],
        },
    ],
}

ASL: Document = {
    "Comment": "Thank good customers",
    "StartAt": "Look up",
    "States": {
        "Look up": {
            "Type": "Task",
            "Resource": "arn:aws:states:::lambda:invoke",
            "ResultPath": "$.user",
            "Next": "Rest",
            "Parameters": {"FunctionName": "get_user", "Payload": {"id.$": "$.user_id"}},
            "Retry": [{"ErrorEquals": ["States.ALL"], "MaxAttempts": 2}],
            "Catch": [{"ErrorEquals": ["X"], "Next": "Give up"}],
        },
        "Rest": {"Type": "Wait", "Seconds": 5, "Next": "Tier"},
        "Tier": {
            "Type": "Choice",
            "Default": "Give up",
            "Choices": [
                {
                    "And": [
                        {"Variable": "$.user.tier", "StringEquals": "premium"},
                        {"Not": {"Variable": "$.user.age", "NumericLessThan": 18}},
                    ],
                    "Next": "Both",
                },
                {"Variable": "$.user.orders", "IsPresent": True, "Next": "Ship"},
            ],
        },
        "Both": {
            "Type": "Parallel",
            "Next": "Ship",
            "Branches": [
                {
                    "StartAt": "Mail",
                    "States": {
                        "Mail": {
                            "Type": "Task",
                            "Resource": "send_email",
                            "End": True,
                            "Parameters": {"body.$": "States.Format('Thank you, {}!', $.user.name)"},
                        }
                    },
                },
                {
                    "StartAt": "Idle",
                    "States": {
                        "Idle": {"Type": "Pass", "Next": "Log"},
                        "Log": {"Type": "Task", "Resource": "log", "End": True},
                    },
                },
            ],
        },
        "Ship": {
            "Type": "Map",
            "ItemsPath": "$.user.orders",
            "End": True,
            "ItemProcessor": {
                "StartAt": "One",
                "States": {"One": {"Type": "Task", "Resource": "ship", "Parameters": {"order.$": "$.id"}, "End": True}},
            },
        },
        "Give up": {"Type": "Fail", "Error": "E", "Cause": "none"},
    },
}

N8N: Document = {
    "name": "thanks",
    "settings": {},
    "active": False,
    "nodes": [
        {
            "name": "When",
            "type": "n8n-nodes-base.webhook",
            "typeVersion": 1,
            "position": [0, 0],
            "parameters": {"path": "x"},
        },
        {
            "name": "Get user",
            "type": "n8n-nodes-base.httpRequest",
            "retryOnFail": True,
            "maxTries": 3,
            "parameters": {"url": "=https://shop.example/users/{{ $json.id }}", "method": "GET"},
        },
        {
            "name": "IF",
            "type": "n8n-nodes-base.if",
            "parameters": {
                "conditions": {
                    "combinator": "and",
                    "conditions": [
                        {
                            "leftValue": "={{ $json.tier }}",
                            "rightValue": "premium",
                            "operator": {"type": "string", "operation": "equals"},
                        },
                        {
                            "leftValue": "={{ $json.age }}",
                            "rightValue": 18,
                            "operator": {"type": "number", "operation": "gte"},
                        },
                    ],
                }
            },
        },
        {
            "name": "Send",
            "type": "n8n-nodes-base.slack",
            "parameters": {
                "resource": "message",
                "operation": "post",
                "text": "=Hi {{ $('Get user').item.json.name }}",
            },
        },
        {"name": "Think", "type": "@n8n/n8n-nodes-langchain.agent", "parameters": {"text": "={{ $json.name }}"}},
        {"name": "Model", "type": "@n8n/n8n-nodes-langchain.lmChatOpenAi", "parameters": {"model": "small"}},
        {"name": "Note", "type": "n8n-nodes-base.stickyNote", "parameters": {"content": "hello"}},
    ],
    "connections": {
        "When": {"main": [[{"node": "Get user", "type": "main", "index": 0}]]},
        "Get user": {"main": [[{"node": "IF", "type": "main", "index": 0}]]},
        "IF": {
            "main": [[{"node": "Send", "type": "main", "index": 0}], [{"node": "Think", "type": "main", "index": 0}]]
        },
        "Model": {"ai_languageModel": [[{"node": "Think", "type": "ai_languageModel", "index": 0}]]},
    },
}

DIFY: Document = {
    "app": {"mode": "workflow", "name": "mailer"},
    "kind": "app",
    "version": "0.1.5",
    "workflow": {
        "graph": {
            "nodes": [
                {
                    "id": "1711",
                    "data": {
                        "type": "start",
                        "title": "Start",
                        "variables": [{"variable": "query", "type": "text-input"}],
                    },
                },
                {
                    "id": "1712",
                    "data": {
                        "type": "llm",
                        "title": "Ask",
                        "model": {"name": "small", "completion_params": {"temperature": 0.2}},
                        "prompt_template": [
                            {"role": "system", "text": "Be kind."},
                            {"role": "user", "text": "{{#1711.query#}}"},
                        ],
                    },
                },
                {
                    "id": "1713",
                    "data": {
                        "type": "if-else",
                        "title": "Yes?",
                        "cases": [
                            {
                                "case_id": "true",
                                "logical_operator": "and",
                                "conditions": [
                                    {
                                        "variable_selector": ["1712", "text"],
                                        "comparison_operator": "contains",
                                        "value": "yes",
                                    }
                                ],
                            }
                        ],
                    },
                },
                {
                    "id": "1714",
                    "data": {
                        "type": "tool",
                        "title": "Mail",
                        "provider_name": "mail",
                        "tool_name": "send",
                        "tool_parameters": {
                            "body": {"type": "mixed", "value": "So: {{#1712.text#}}"},
                            "to": {"type": "variable", "value": ["1711", "query"]},
                        },
                    },
                },
                {"id": "1715", "data": {"type": "end", "title": "End"}},
            ],
            "edges": [
                {"source": "1711", "target": "1712", "sourceHandle": "source"},
                {"source": "1712", "target": "1713", "sourceHandle": "source"},
                {"source": "1713", "target": "1714", "sourceHandle": "true"},
                {"source": "1713", "target": "1715", "sourceHandle": "false"},
                {"source": "1714", "target": "1715", "sourceHandle": "source"},
            ],
        }
    },
}

SERVERLESS = """
document: {dsl: '1.0.0', namespace: clinic, name: visits, version: '0.3.0'}
do:
- getPet: {call: http, with: {method: get, endpoint: {uri: "https://pets.example/one"}}}
- decide:
    switch:
    - sick: {when: '${ .getPet.status == "sick" and .getPet.age > 3 }', then: visit}
    - fine: {then: end}
- visit: {call: bookVisit, with: {pet: '${ .getPet.id }'}}
- both:
    fork:
      branches:
      - mail: {call: sendEmail, with: {to: '${ .owner }'}}
      - log: {call: log, with: {}}
- feed: {for: {each: pet, in: '${ .pets }'}, do: [{one: {call: feed, with: {id: '${ $pet.id }'}}}]}
- careful:
    try: [{pay: {call: pay, with: {}}}]
    catch: {retry: {limit: {attempt: {count: 2}}}, do: [{tell: {call: tell, with: {}}}]}
- rest: {wait: {seconds: 3}}
"""

OURS = {"prompt": REVIEWS, "schema": SCHEMA, "runtime": RUNTIME, "orchestrator": ORCHESTRATOR}
FOREIGN: dict[str, Any] = {"asl": ASL, "n8n": N8N, "dify": DIFY, "serverless": SERVERLESS}


def graph_of(document: Any) -> Graph:
    """The graph of a document, which must have no errors."""
    found = read(copy.deepcopy(document))
    assert found.errors == (), found.errors
    return found.graph

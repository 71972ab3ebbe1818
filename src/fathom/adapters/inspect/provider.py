"""Computer players as models: `--model fathom/perfect`, `fathom/random`, `fathom/minimax-4`.

They answer the questions of Fathom's own tasks and no others; they recognise them by what is sent. So everything can be
tried and tested without a network. With `-M tools=true` a player asks for every tool it is offered before it answers.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from inspect_ai.model import (
    ChatMessage,
    ChatMessageTool,
    ChatMessageUser,
    ContentImage,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    modelapi,
)
from inspect_ai.tool import ToolCall, ToolChoice, ToolInfo

from fathom.bench.asking import Question
from fathom.bench.machines import MachineAsker
from fathom.core.words import MARK
from fathom.players import check_player

_REMEMBERED: Final = 100_000
_UNKNOWN: Final = "I can only answer the questions of Fathom's own tasks."

#: The questions that are being asked, by what is sent.
_asked: OrderedDict[str, Question] = OrderedDict()


def remember(question: Question, message: ChatMessageUser) -> None:
    """Let computer players know what a message asks."""
    _asked[_content(message)] = question
    while len(_asked) > _REMEMBERED:
        _asked.popitem(last=False)


def _content(message: ChatMessageUser) -> str:
    """The text of a message, with its pictures."""
    parts = [] if isinstance(message.content, str) else message.content
    return " ".join([message.text, *(part.image for part in parts if isinstance(part, ContentImage))])


@modelapi(name="fathom")
class FathomModel(ModelAPI):
    """A computer player that answers like a model."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 (as Inspect's own providers have it)
        tools: bool = False,
        seed: int = 0,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._asker = MachineAsker(check_player(f"{MARK}{model_name}"), seed)
        self._uses_tools = tools

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        asked = max(at for at, message in enumerate(input) if isinstance(message, ChatMessageUser))
        has_looked = any(isinstance(message, ChatMessageTool) for message in input[asked:])
        output = ModelOutput.from_content(self.model_name, "")
        if self._uses_tools and tools and not has_looked:
            calls = [ToolCall(id=f"look-{tool.name}", function=tool.name, arguments={}) for tool in tools]
            output.choices[0].message.tool_calls = calls
            output.choices[0].stop_reason = "tool_calls"
        else:
            output = ModelOutput.from_content(self.model_name, self._answer(input[asked]))
        output.usage = ModelUsage()  # otherwise a tokenizer would be fetched to count
        return output

    def _answer(self, message: ChatMessageUser) -> str:
        question = _asked.get(_content(message))
        return _UNKNOWN if question is None else self._asker.ask(question) or ""
